import { base } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { useRested } from '../parts/use-rested.ts'
import type { pageQuery } from '../settings/queries.ts'

type Shown = 'title' | 'intro' | 'accent' | 'homeUrl' | 'showsPullRequests' | 'logo' | 'isOn'

interface Draft extends Pick<DataOf<typeof pageQuery>, Shown> {
  /** The further language that title and introduction are in; null for the account's own. */
  into?: string | null
}

/** True for `#rrggbb`. */
export const isColour = (text: string | null): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '')

/** Makes a frame as high as the page in it, also when that changes. */
function fitContent(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.documentElement
  if (page) new ResizeObserver(() => (frame.style.height = `${page.offsetHeight}px`)).observe(page)
}

/** The page in a frame, with the settings as they are typed. The server renders it for members only, whether the page is on or not. */
export function PagePreview({ draft }: { draft: Draft }) {
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
      className="grid max-w-text content-start gap-2 self-start xl:sticky xl:top-6"
    >
      <h2 className="font-semibold">Preview</h2>
      <div className="overflow-hidden rounded-md bg-ground ring-1 ring-line forced-colors:border">
        {/* A page that is higher than the window fades out at the foot, where it has only its margin once it is scrolled to its end. */}
        <iframe
          title="The page as its readers see it"
          src={address}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          onLoad={event => fitContent(event.currentTarget)}
          className="block h-72 w-full xl:max-h-[calc(100dvh-200px)] xl:mask-[linear-gradient(#000_calc(100%-48px),transparent)]"
        />
      </div>
      {!isOn && <p className="text-s text-quiet">Its links work once the page is public.</p>}
    </section>
  )
}
