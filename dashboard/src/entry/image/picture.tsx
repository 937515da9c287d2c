import { base } from '../../api/client.ts'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { useAccount } from '../../frame/use-account.ts'

interface Props {
  detail: Pick<EntryDetail, 'entry' | 'media'>
  className?: string
}

/** The image of the entry or its recording, or nothing. */
export function Picture({ detail, className = 'max-h-80' }: Props) {
  const addressOf = useImageAddress()
  const { entry } = detail
  const recording = recordingIn(detail)
  if (!entry.image || !recording) return <Poster detail={detail} className={className} />
  const { sha256, alt } = entry.image
  const { mediaType, width, height, poster } = recording
  if (mediaType === 'image/gif')
    return (
      <details className={`group relative w-fit ${className}`}>
        <summary className="cursor-pointer list-none">
          <Poster detail={detail} className={className} />
          <PlaySign />
        </summary>
        <img
          src={addressOf(sha256)}
          alt=""
          loading="lazy"
          className={`pointer-events-none absolute inset-0 rounded-md ${className}`}
        />
      </details>
    )
  return (
    <video
      src={addressOf(sha256)}
      {...(poster !== null && { poster: addressOf(poster) })}
      controls
      muted
      playsInline
      preload={poster === null ? 'metadata' : 'none'}
      width={width}
      height={height}
      aria-label={alt}
      className={`h-auto w-fit max-w-full rounded-md ${className}`}
    />
  )
}

const PlaySign = () => (
  <span
    aria-hidden="true"
    className="absolute bottom-2 left-2 rounded-md bg-floating px-2 py-1 text-s ring-1 ring-line group-open:hidden"
  >
    ▶ GIF
  </span>
)

/** The image of the entry, or the first frame of its recording; nothing without either. */
export function Poster({ detail, className = 'max-h-80' }: Props) {
  const addressOf = useImageAddress()
  const { image } = detail.entry
  const recording = recordingIn(detail)
  const still = recording ? recording.poster : image?.sha256
  // Until the entry is reloaded, a new image may be a picture or a recording.
  if (!image || !still || image.sha256 !== detail.media?.sha256) return null
  return <img src={addressOf(still)} alt={image.alt} className={`w-fit rounded-md ${className}`} />
}

/** The recording of the entry; null for a picture, and while that is unknown. */
export const recordingIn = ({ entry, media }: Props['detail']) =>
  media && media.sha256 === entry.image?.sha256 ? media.recording : null

/** A function that returns the address of an image of the account, for its members. */
export function useImageAddress() {
  const { id } = useAccount()
  return (sha256: string) => `${base}api/accounts/${id}/images/${sha256}`
}
