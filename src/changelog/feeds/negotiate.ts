export type Encoding = 'br' | 'gzip' | 'identity'

/** The best first; a client's own preference comes before ours. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity']
const REMEMBERED = 200

const remembered = new Map<string, Encoding>()

/**
 * RFC 9110 §12.5.3. Without the header, and where nothing that we have is acceptable, the answer goes out as it is. Clients send
 * few different headers, so what was decided is remembered.
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const known = remembered.get(accepted)
  if (known) return known
  const chosen = choose(weightsOf(accepted))
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(accepted, chosen)
  return chosen
}

function choose(weights: Map<string, number>): Encoding {
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = Math.max(...OFFERED.map(weigh))
  return best === 0 ? 'identity' : (OFFERED.find(encoding => weigh(encoding) === best) ?? 'identity')
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map(part => part.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    // §8.4.1.3: `x-gzip` is the same as `gzip`.
    weights.set(
      coding === 'x-gzip' ? 'gzip' : coding,
      weight === undefined ? 1 : Number(weight.slice(2)) || 0,
    )
  }
  return weights
}
