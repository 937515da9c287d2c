import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import * as initial from './0001-initial.ts'
import * as firstImport from './0002-first-import.ts'
import * as writer from './0003-writer.ts'
import * as pitchSources from './0004-pitch-sources.ts'
import * as rewording from './0005-rewording.ts'
import * as writerSources from './0006-writer-sources.ts'
import * as editions from './0007-editions.ts'
import * as translations from './0008-translations.ts'
import * as recordings from './0009-recordings.ts'
import * as requestIds from './0011-request-ids.ts'
import * as passkeys from './0012-passkeys.ts'
import * as usedChallenges from './0013-used-challenges.ts'
import * as requiredSignOn from './0014-required-sign-on.ts'
import * as secondFactor from './0015-second-factor.ts'
import * as joiningDomains from './0016-joining-domains.ts'
import * as sourceReviews from './0017-source-reviews.ts'
import * as search from './0018-search.ts'
import * as releasedBranches from './0019-released-branches.ts'

/**
 * Every migration by its permanent name, in order. What was released is never edited: a change is a new one, and
 * `testing/upgrades.ts` says what it makes of the rows of a database from before it.
 */
export const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0001-initial': { up: db => initial.up(db, engine) },
  '0002-first-import': { up: db => firstImport.up(db, engine) },
  '0003-writer': { up: db => writer.up(db, engine) },
  '0004-pitch-sources': { up: db => pitchSources.up(db, engine) },
  '0005-rewording': { up: db => rewording.up(db, engine) },
  '0006-writer-sources': { up: db => writerSources.up(db, engine) },
  '0007-editions': { up: db => editions.up(db, engine) },
  '0008-translations': { up: db => translations.up(db, engine) },
  '0009-recordings': { up: db => recordings.up(db, engine) },
  '0011-request-ids': { up: db => requestIds.up(db, engine) },
  '0012-passkeys': { up: db => passkeys.up(db, engine) },
  '0013-used-challenges': { up: db => usedChallenges.up(db, engine) },
  '0014-required-sign-on': { up: db => requiredSignOn.up(db, engine) },
  '0015-second-factor': { up: db => secondFactor.up(db, engine) },
  '0016-joining-domains': { up: db => joiningDomains.up(db, engine) },
  '0017-source-reviews': { up: db => sourceReviews.up(db, engine) },
  '0018-search': { up: db => search.up(db, engine) },
  '0019-released-branches': { up: db => releasedBranches.up(db, engine) },
})
