import { encode } from 'uqr'

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const QUIET = 4

/** A text as a QR code, dark on light in every colour scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md ring-1 ring-line"
    >
      <rect width={size} height={size} fill="#fff" className="forced-color-adjust-none" />
      <path d={path} fill="#000" className="forced-color-adjust-none" />
    </svg>
  )
}
