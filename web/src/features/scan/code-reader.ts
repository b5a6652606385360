/** Reads codes from pictures, one at a time, in a worker of its own. */
export interface CodeReader {
  /** What the code says; undefined if there is none. Fails if the reader cannot be loaded. */
  read(picture: ImageData): Promise<string | undefined>
  end(): void
}

export function openCodeReader(): CodeReader {
  const worker = new Worker(new URL('./read-codes-worker.ts', import.meta.url), { type: 'module' })
  const broken = Promise.withResolvers<never>()
  worker.onerror = () => broken.reject(new Error('There is no thread that reads codes'))
  // It may break before anything is read.
  broken.promise.catch(() => {})
  return {
    read(picture) {
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data)
      worker.postMessage(picture, [picture.data.buffer])
      return Promise.race([promise, broken.promise])
    },
    end: () => worker.terminate(),
  }
}
