import { connect, createServer, type Socket } from 'node:net'

/** A way to the server that can be cut. Its address stays while servers come and go. */
export interface Network {
  port: number
  /** Connections that were cut, and those that were refused meanwhile. */
  cut: number
  refused: number
  /** Drops what is open in the middle of whatever it does; nothing passes until it is mended. */
  break(): void
  mend(): void
  close(): void
}

export async function makeNetwork(serverPort: () => number): Promise<Network> {
  const open = new Set<Socket>()
  let isBroken = false
  const proxy = createServer((near) => {
    if (isBroken) {
      network.refused++
      near.destroy()
      return
    }
    const far = connect(serverPort(), '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
    }
    open.add(near)
    near.on('error', end).on('close', end).pipe(far)
    far.on('error', end).on('close', end).pipe(near)
  })
  const network: Network = {
    port: 0,
    cut: 0,
    refused: 0,
    break() {
      isBroken = true
      network.cut += open.size
      for (const near of open) near.destroy()
    },
    mend() {
      isBroken = false
    },
    close() {
      network.break()
      proxy.close()
    },
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  network.port = typeof address === 'object' && address ? address.port : 0
  return network
}
