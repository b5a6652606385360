const WIDTH = 40

/** Shows the progress: a bar on a terminal, a line for each tenth elsewhere. */
export function showProgress(total: number): (done: number) => void {
  const started = performance.now()
  let shownTenth = -1
  return (done) => {
    const share = done / total
    const left =
      done === 0 ? '' : `, ${Math.ceil((performance.now() - started) / 1000 / share - elapsed(started))} s left`
    const text = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}${done < total ? left : ''}`
    if (process.stdout.isTTY) {
      const filled = Math.round(WIDTH * share)
      process.stdout.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${text.padEnd(40)}`)
      if (done === total) process.stdout.write('\n')
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth === shownTenth) return
    shownTenth = tenth
    console.log(text)
  }
}

function elapsed(started: number): number {
  return (performance.now() - started) / 1000
}
