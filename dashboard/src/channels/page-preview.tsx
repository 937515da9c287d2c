import { base } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { useRested } from '../parts/use-rested.ts'

interface Settings {
  /** The further language that title and introduction are in; null for the account's own. */
  into?: string | null
  title: string | null
  intro: string | null
  /** `#rrggbb`. */
  accent: string | null
  homeUrl: string | null
  showsPullRequests: boolean
  /** The SHA-256 of an image. */
  logo: string | null
  /** Whether readers can already open the page. */
  isOn: boolean
}

/** True for `#rrggbb`. */
export const isColour = (text: string | null): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '')

/** The page in a frame, with the settings as they are typed. The server renders it for members only, whether the page is on or not. */
export function PagePreview({ draft }: { draft: Settings }) {
  const { id: account } = useAccount()
  const { into, title, intro, accent, homeUrl, showsPullRequests, logo, isOn } = draft
  const query = new URLSearchParams({
    ...(into && { into }),
    title: title ?? '',
    intro: intro ?? '',
    accent: accent ?? '',
    homeUrl: homeUrl ?? '',
    showsPullRequests: String(showsPullRequests),
    // A new logo is already stored, so only the address shows that it changed.
    logo: logo ?? '',
  })
  const address = useRested(`${base}api/accounts/${account}/page/preview?${query}`)
  return (
    <section
      aria-label="Preview of the page"
      className="grid max-w-text content-start gap-2 self-start xl:sticky xl:top-6 xl:col-start-2"
    >
      <h2 className="font-semibold">Preview</h2>
      <iframe
        title="The page as its readers see it"
        src={address}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        className="h-72 xl:h-[min(640px,80dvh)] w-full rounded-md bg-floating ring-1 ring-line"
      />
      {!isOn && <p className="text-s text-quiet">Its links work once the page is public.</p>}
    </section>
  )
}
