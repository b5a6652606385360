import { plainMessage } from './plain-message.ts'
import { serve } from './serve.ts'

try {
  await serve()
} catch (error) {
  console.error(plainMessage(error) ?? error)
  process.exit(1)
}
