import type { Context } from '../../context.ts'
import { BecomingVisible, onNewMail } from '../notifications/notifications.lookup.ts'
import { sendDue } from './mail.outbox.ts'
import { answerPasswordRequests } from './mail.password.ts'

const LOOK_EVERY_MS = 15_000
/** The transaction that announces a message has nearly always committed by then; the next look finds the others. */
const AFTER_NEW_MS = 200

/** Sends e-mails as they become due, and tells pages of what becomes visible, until stopped. Several servers share the e-mails. */
export function startMail(ctx: Context): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const visible = new BecomingVisible(ctx)
  let running: Promise<void> | undefined
  let isWanted = false
  let wakeTimer: NodeJS.Timeout | undefined
  const runWhileWanted = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      await sendAll(ctx, stopping.signal, visible)
    }
  }
  const run = () => {
    wakeTimer = undefined
    isWanted = true
    running ??= runWhileWanted().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(run, LOOK_EVERY_MS).unref()
  const forget = onNewMail(() => {
    wakeTimer ??= setTimeout(run, AFTER_NEW_MS).unref()
  })
  run()
  return {
    async stop() {
      stopping.abort()
      forget()
      clearInterval(timer)
      clearTimeout(wakeTimer)
      await running
    },
  }
}

/** A failure must not end the service: everything waits for the next look. */
async function sendAll(ctx: Context, signal: AbortSignal, visible: BecomingVisible): Promise<void> {
  // The page shows them whether e-mails are sent or not.
  for (const work of [() => visible.tell(), answerPasswordRequests, sendDue]) {
    try {
      await work(ctx, signal)
    } catch (error) {
      ctx.log.warn({ err: error }, 'e-mails wait')
    }
  }
}
