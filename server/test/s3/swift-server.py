"""OpenStack Swift with its S3 API: account, container, object and proxy servers as green threads of one process.

    python3 swift-server.py FOLDER PORT USER SECRET

Everything is kept in FOLDER, once: no replicas. The line "ready" on standard output tells that it answers. The user's
key for S3 is "test:USER".
"""
import os
import sys

folder, port, user, secret = sys.argv[1:]
sys.path.insert(0, '/usr/lib/python3/dist-packages')

from swift.common import utils  # noqa: E402

utils.eventlet_monkey_patch()

import eventlet  # noqa: E402
from eventlet import tpool, wsgi  # noqa: E402
from swift.common.http_protocol import SwiftHttpProtocol  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402


def listen(port):
    return eventlet.listen(('127.0.0.1', port), backlog=512)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


class NoCache:
    """In the place of memcached: Swift asks for one, and does without what it has forgotten."""

    def get(self, *args, **kwargs):
        return None

    def set(self, *args, **kwargs):
        pass

    delete = set


def with_cache(app):
    def answer(env, start_response):
        env['swift.cache'] = NoCache()
        return app(env, start_response)
    return answer


def serve(sock, name, pipeline):
    conf = write(name + '.conf', f"""
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = ERROR
log_address = {folder}/no-syslog
{pipeline}""")
    app = with_cache(loadapp(conf, global_conf={'log_name': name}))
    eventlet.spawn(wsgi.server, sock, app, utils.NullLogger(), protocol=SwiftHttpProtocol,
                   capitalize_response_headers=False, socket_timeout=60)


os.makedirs(os.path.join(folder, 'disk'), exist_ok=True)
write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n')
utils.set_swift_dir(folder)

sockets = {name: listen(0) for name in ('account', 'container', 'object')}
for name, sock in sockets.items():
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'device': 'disk', 'ip': '127.0.0.1',
                  'port': sock.getsockname()[1]})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name + '.ring.gz'))
for name, sock in sockets.items():
    serve(sock, name, f'[app:main]\nuse = egg:swift#{name}\n')

serve(listen(int(port)), 'proxy', f"""
[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""")
print('ready', flush=True)
# Ends with whoever started it, however that ended.
tpool.execute(sys.stdin.read)
os._exit(0)
