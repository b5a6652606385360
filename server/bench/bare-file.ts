import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends a file with bare `node:http`, as a yardstick. */
const path = process.argv[2] ?? ''
const server = createServer((_request, response) => {
  response.setHeader('content-length', statSync(path).size)
  createReadStream(path).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
