import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A file as `node:http` sends it with nothing around: what sending files is compared with. */
const path = process.argv[2] ?? ''
const server = createServer((_request, response) => {
  response.setHeader('content-length', statSync(path).size)
  createReadStream(path).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
