/** A command that delays each sync of a program (Linux). The program stays our child, and its tracer ends with it (`-D`). */
export function delayingSyncs(milliseconds: number): string[] {
  const delay = `fsync,fdatasync:delay_enter=${milliseconds * 1000}`
  return [
    'strace',
    '-D',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    `inject=${delay}`,
  ]
}
