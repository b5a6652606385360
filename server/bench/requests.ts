/** Requests as bytes on the wire, for the load generator. */
export function get(port: number, key: string, path: string): string {
  return `GET /api/v2${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${key}\r\nAccept: application/json\r\n\r\n`
}

export function post(port: number, key: string, path: string, body: object): Buffer {
  return send('POST', { port, key, path, body })
}

export function patch(port: number, key: string, path: string, body: object): Buffer {
  return send('PATCH', { port, key, path, body })
}

interface Parts {
  port: number
  key: string
  path: string
  body: object
}

function send(method: string, { port, key, path, body }: Parts): Buffer {
  const json = JSON.stringify(body)
  return Buffer.from(
    `${method} /api/v2${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
