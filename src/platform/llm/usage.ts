/** What a call is counted in. */
export interface Usage {
  inputTokens: number
  outputTokens: number
}
