import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CodeReader, openCodeReader } from './code-reader.ts'
import { pixelsOf } from './pixels.ts'

export type CameraState = 'waiting' | 'looking' | 'refused' | 'absent' | 'insecure' | 'failed'

const BETWEEN_LOOKS_MS = 120
/** More pixels of a moving picture take longer than the next look. */
const MOST_PIXELS_A_SIDE = 1280

/** Shows the camera in the video and tells each code that it sees. */
export function useCamera(tell: (code: string) => unknown): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('waiting')
  const onCode = useEffectEvent(tell)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const set = (next: CameraState) => signal.aborted || setState(next)
    openCamera(signal).then(
      (stream) => stream && video.current && watch(video.current, stream, { signal, set, onCode }),
      (error: unknown) => set(problemOf(error)),
    )
    return () => ending.abort()
  }, [])
  return { video, state }
}

async function openCamera(signal: AbortSignal): Promise<MediaStream | undefined> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices) throw new DOMException('Only https pages get a camera', 'SecurityError')
  const stream = await mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } })
  if (signal.aborted) return void stop(stream)
  signal.addEventListener('abort', () => stop(stream))
  return stream
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

interface Watching {
  signal: AbortSignal
  set(state: CameraState): void
  onCode(code: string): void
}

async function watch(video: HTMLVideoElement, stream: MediaStream, { signal, set, onCode }: Watching): Promise<void> {
  let reader: CodeReader | undefined
  try {
    video.srcObject = stream
    await video.play()
    set('looking')
    reader = openCodeReader()
    const [track] = stream.getVideoTracks()
    while (!signal.aborted) {
      // Unplugged, or taken by another program.
      if (track?.readyState === 'ended') return set('absent')
      const code = await readNow(video, reader)
      if (code && !signal.aborted) onCode(code)
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
    }
  } catch (error) {
    stop(stream)
    set(reader ? 'failed' : problemOf(error))
  } finally {
    reader?.end()
  }
}

async function readNow(video: HTMLVideoElement, reader: CodeReader): Promise<string | undefined> {
  const pixels = pixelsOf(video, { width: video.videoWidth, height: video.videoHeight }, MOST_PIXELS_A_SIDE)
  return pixels && reader.read(pixels)
}

function problemOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'SecurityError') return 'insecure'
  return name === 'NotAllowedError' ? 'refused' : 'absent'
}
