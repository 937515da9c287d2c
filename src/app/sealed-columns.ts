import { sealedSecondFactors } from '#auth/second-factor/second-factor.ts'
import type { SealedColumn } from '#platform/db/sealed-columns.ts'
import { sealedCheckColumn } from '#platform/db/vault.ts'
import { sealedHostApps } from '#pulls/connections/apps.ts'
import { sealedSources } from '#pulls/connections/sources.ts'
import { sealedApps } from '#social/accounts/apps.ts'
import { sealedCredentials } from '#social/accounts/credentials.ts'
import { sealedWriters } from '#writing/connection/writer.ts'

/** Every column that holds sealed secrets for more than an hour. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...sealedSources,
  sealedHostApps,
  sealedCredentials,
  sealedApps,
  sealedWriters,
  sealedSecondFactors,
  sealedCheckColumn,
]
