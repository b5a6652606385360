import { z } from 'zod'

/** Records that the OpenAPI document describes once, by a name. Others are named after the operation that answers them. */
export const namedRecords = z.registry<{ name: string; description: string }>()
