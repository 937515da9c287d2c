/** Which way a change leans on what it is, in log-odds; above zero is yes. */
export interface Lean {
  /** A fix rather than something new. */
  fix: number
  /** A feature rather than an improvement. */
  feature: number
  /** More than a patch. */
  notable: number
}
