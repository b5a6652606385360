/** Reads codes from pictures, one at a time, in a worker of its own. */
export interface CodeReader {
  /** What the code says; undefined if there is none. Fails if the reader cannot be loaded. */
  read(picture: ImageData): Promise<string | undefined>
  end(): void
}

export function openCodeReader(): CodeReader {
  const worker = new Worker(new URL('./read-codes-worker.ts', import.meta.url), { type: 'module' })
  return {
    read(picture) {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
      worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data)
      worker.onerror = () => reject(new Error('There is no thread that reads codes'))
      worker.postMessage(picture, [picture.data.buffer])
      return promise
    },
    end: () => worker.terminate(),
  }
}
