/** A line of a ledger without how sure its decision is: that goes by the merges that were seen before it, and sources tell them in different orders. */
export const withoutConfidence = <T extends { confidence?: unknown; reason?: unknown }>({
  confidence: _,
  reason: __,
  ...rest
}: T) => rest
