import type { Engine } from './dialect.ts'
import type { EngineHealth } from './engine-health.ts'
import { POSTGRES_HEALTH } from './postgres/health.ts'
import { SQLITE_HEALTH } from './sqlite/health.ts'

export const HEALTH: Readonly<Record<Engine, EngineHealth>> = { sqlite: SQLITE_HEALTH, postgres: POSTGRES_HEALTH }
