import { safeLine, safeText } from '#kit/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { ownCopy } from '../own-copy.ts'
import type { Pitch, PitchWriter } from '../pitch.ts'
import { teamNoteOf } from '../team-note.ts'
import { teamCopy } from '../team-pitch.ts'

/** Titles are cut here before anything reads them. */
const LONGEST_TITLE = 600

/** Writes without network or model: the team's own note where there is one, else the title and the description, cleaned. */
export const offlineWriter: PitchWriter = {
  write(pull: MergedPull): Pitch {
    const note = teamNoteOf(pull)
    const told = note === null ? null : teamCopy(safeText(note.text))
    if (told !== null) return { ...told, writer: 'team' }
    const title = safeLine(pull.title.slice(0, LONGEST_TITLE))
    return { ...ownCopy({ title, body: safeText(pull.body), commits: pull.commits }), writer: 'offline' }
  },
}
