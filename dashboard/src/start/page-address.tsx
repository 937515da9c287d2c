import { useEffect } from 'react'
import { buttonClass } from '../parts/button.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { NotPublic, reachOf } from './not-public.tsx'

/** The result of the path: the address of the page, at the top, where the person sees it when the last step is done. */
export function PageAddress({ address }: { address: string }) {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <section aria-label="Your changelog page" className="grid max-w-page grid-cols-[minmax(0,1fr)] gap-3">
      {reachOf(address) === 'everybody' && (
        <p className="text-pretty">
          Anyone with this address can read the changelog. Give it to your customers.
        </p>
      )}
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Copy text={address} label="Copy the address of the page" />
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          Open the page
        </a>
      </div>
      <NotPublic address={address} purpose="Your customers cannot read the page yet." />
    </section>
  )
}
