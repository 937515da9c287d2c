import { safeLine, safeText } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { breaksOff, standsFor } from '../broken-off.ts'
import { ownCopy } from '../own-copy.ts'
import type { Pitch, PitchWriter } from '../pitch.ts'
import { teamNoteOf } from '../team-note.ts'
import { teamCopy } from '../team-pitch.ts'
import { withoutOwnTickets } from '../tickets.ts'

/** Titles are cut here before anything reads them. */
const LONGEST_TITLE = 600

/** Writes without network or model: the team's own note where there is one, else the title and the description, cleaned. */
export const offlineWriter: PitchWriter = {
  write(pull: MergedPull): Pitch {
    const note = teamNoteOf(pull)
    const told = note === null ? null : teamCopy(safeText(note.text), note.others.map(safeText))
    if (told !== null && !breaksOff(told.headline)) return { ...told, writer: 'team' }
    const title = withoutOwnTickets(safeLine(pull.title.slice(0, LONGEST_TITLE)), pull.repo)
    const commits = pull.commits.map(subject => withoutOwnTickets(subject, pull.repo))
    const own = ownCopy({ title, body: safeText(pull.body), commits })
    if (told === null) return { ...own, writer: 'offline' }
    return { ...told, ...(standsFor(own.headline, told.body) && { headline: own.headline }), writer: 'team' }
  },
}
