import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import * as changelog from './0001-changelog.ts'
import * as languageModel from './0002-language-model.ts'
import * as examples from './0003-examples.ts'
import * as jobs from './0004-jobs.ts'
import * as sources from './0005-sources.ts'
import * as mail from './0006-mail.ts'
import * as plans from './0007-plans.ts'
import * as tokens from './0008-tokens.ts'
import * as handshakes from './0009-handshakes.ts'
import * as signIn from './0010-sign-in.ts'
import * as entries from './0011-entries.ts'
import * as oauth from './0012-oauth.ts'
import * as queue from './0013-queue.ts'
import * as past from './0014-past.ts'
import * as sessions from './0015-sessions.ts'
import * as failures from './0016-failures.ts'
import * as sessionTokens from './0018-session-tokens.ts'
import * as repositories from './0019-repositories.ts'
import * as shipments from './0020-shipments.ts'
import * as serverAddress from './0021-server-address.ts'
import * as needsWords from './0023-needs-words.ts'
import * as changelogPages from './0024-changelog-pages.ts'
import * as decisionMarks from './0026-decision-marks.ts'
import * as inbox from './0027-inbox.ts'
import * as bulkChanges from './0028-bulk-changes.ts'
import * as events from './0029-events.ts'
import * as voice from './0030-voice.ts'
import * as gitImports from './0031-git-imports.ts'
import * as social from './0035-social.ts'
import * as releaseConfig from './0036-release-config.ts'
import * as socialApps from './0037-social-apps.ts'
import * as postBudget from './0038-post-budget.ts'
import * as postAttention from './0039-post-attention.ts'
import * as summaryTime from './0040-summary-time.ts'
import * as importReading from './0041-import-reading.ts'
import * as postDuplicate from './0042-post-duplicate.ts'
import * as jobDeaths from './0044-job-deaths.ts'
import * as localRepositories from './0046-local-repositories.ts'
import * as postUncertain from './0047-post-uncertain.ts'
import * as invitationsByMail from './0048-invitations-by-mail.ts'
import * as privatePulls from './0050-private-pulls.ts'
import * as pageAddresses from './0051-page-addresses.ts'
import * as cards from './0052-cards.ts'
import { columnsOf } from './columns.ts'

/** Every migration by its permanent name, in order. What was released is never edited: a change is a new one. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  const columns = columnsOf(engine)
  return {
    '0001-changelog': { up: db => changelog.up(db, columns) },
    '0002-language-model': { up: db => languageModel.up(db, columns) },
    '0003-examples': { up: db => examples.up(db, columns) },
    '0004-jobs': { up: db => jobs.up(db, columns) },
    '0005-sources': { up: db => sources.up(db, columns) },
    '0006-mail': { up: db => mail.up(db, columns) },
    '0007-plans': { up: db => plans.up(db, columns) },
    '0008-tokens': { up: db => tokens.up(db, columns) },
    '0009-handshakes': { up: db => handshakes.up(db, columns) },
    '0010-sign-in': { up: db => signIn.up(db, columns) },
    '0011-entries': { up: db => entries.up(db, columns) },
    '0012-oauth': { up: db => oauth.up(db, columns) },
    '0013-queue': { up: db => queue.up(db, columns) },
    '0014-past': { up: db => past.up(db, columns) },
    '0015-sessions': { up: db => sessions.up(db, columns) },
    '0016-failures': { up: db => failures.up(db, columns) },
    '0018-session-tokens': { up: db => sessionTokens.up(db) },
    '0019-repositories': { up: db => repositories.up(db) },
    '0020-shipments': { up: db => shipments.up(db, columns) },
    '0021-server-address': { up: db => serverAddress.up(db, columns) },
    '0023-needs-words': { up: db => needsWords.up(db, columns) },
    '0024-changelog-pages': { up: db => changelogPages.up(db, columns) },
    '0026-decision-marks': { up: db => decisionMarks.up(db, columns) },
    '0027-inbox': { up: db => inbox.up(db) },
    '0028-bulk-changes': { up: db => bulkChanges.up(db, columns) },
    '0029-events': { up: db => events.up(db, columns) },
    '0030-voice': { up: db => voice.up(db, columns) },
    '0031-git-imports': { up: db => gitImports.up(db, columns) },
    '0035-social': { up: db => social.up(db, columns) },
    '0036-release-config': { up: db => releaseConfig.up(db, columns) },
    '0037-social-apps': { up: db => socialApps.up(db, columns) },
    '0038-post-budget': { up: db => postBudget.up(db, columns) },
    '0039-post-attention': { up: db => postAttention.up(db) },
    '0040-summary-time': { up: db => summaryTime.up(db, columns) },
    '0041-import-reading': { up: db => importReading.up(db, columns) },
    '0042-post-duplicate': { up: db => postDuplicate.up(db, columns) },
    '0044-job-deaths': { up: db => jobDeaths.up(db, columns) },
    '0046-local-repositories': { up: db => localRepositories.up(db, columns) },
    '0047-post-uncertain': { up: db => postUncertain.up(db, columns) },
    '0048-invitations-by-mail': { up: db => invitationsByMail.up(db, columns) },
    '0050-private-pulls': { up: db => privatePulls.up(db, columns) },
    '0051-page-addresses': { up: db => pageAddresses.up(db, columns) },
    '0052-cards': { up: db => cards.up(db, columns) },
  }
}
