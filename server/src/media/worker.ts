import { answerRequests } from './answer-requests.ts'
import { make } from './make.ts'
import type { ContentRequest } from './protocol.ts'

/**
 * The process that parses untrusted content, so that it can break nothing else. It may read our program and the folder
 * with its copies; it may neither write nor reach the network. See maker.ts.
 */
answerRequests((request: ContentRequest) => make(request))
