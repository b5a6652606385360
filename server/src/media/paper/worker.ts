import { answerRequests } from '../answer-requests.ts'
import type { PaperRequest } from './protocol.ts'
import { setPaper } from './set-paper.ts'

/**
 * The process that sets pages. It draws pictures that people put into texts, so like the one for contents it may neither
 * write nor reach the network. See maker.ts.
 */
answerRequests((request: PaperRequest) => setPaper(request))
