import { messageOf } from '#platform/errors.ts'

/** What one check of `tidings doctor` found. Nothing in it is confidential. */
export interface DiagnosisCheck {
  name: string
  ok: boolean
  detail: string
  /** What to do about it; null where nothing is wrong, or where the detail says it. */
  remedy: string | null
}

/** A fault that a check found, with what to do about it. */
export class DiagnosisFault extends Error {
  override name = 'Fault'
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.remedy = remedy
  }
}

/** Runs a check. What `look` gives is its detail; what it throws is its fault. */
export async function check(name: string, look: () => Promise<string>): Promise<DiagnosisCheck> {
  try {
    return { name, ok: true, detail: await look(), remedy: null }
  } catch (error) {
    const remedy = error instanceof DiagnosisFault ? error.remedy : null
    return { name, ok: false, detail: messageOf(error), remedy }
  }
}
