import type { ReactNode } from 'react'
import { Out } from '../parts/text/out.tsx'
import type { NetworkName } from './queries.ts'

interface FieldProps {
  label: string
  hint?: string
  placeholder?: string
  required?: boolean
}

/** A way to connect: what happens, or where a person finds what is needed, and which account is meant. */
export interface Way {
  steps: ReactNode
  handle?: FieldProps
  instance?: FieldProps
}

/** The name and mark of a network, and how to connect an account there. */
interface NetworkFace {
  title: string
  /** The filled shape of its mark on a 16 by 16 grid. */
  path: string
  /** Connecting an account on the network's own pages. */
  oauth: Way
  /** Connecting with a secret that a person makes on the network. */
  secret: Way
  /** The page where the operator registers an application; null if none is needed. */
  register: string | null
}

export const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-s wrap-anywhere">{children}</code>
)

const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="grid list-decimal gap-1 pl-5">{children}</ol>
)

const MASTODON_SERVER: FieldProps = { label: 'Server', placeholder: 'mastodon.social', required: true }

const LINKEDIN_ORGANIZATION: FieldProps = {
  label: 'Organization (optional)',
  hint: 'Leave it empty to post as yourself.',
  placeholder: 'company/acme',
}

export const NETWORKS: Record<NetworkName, NetworkFace> = {
  bluesky: {
    title: 'Bluesky',
    path: 'M4.2 3c1.6 1.2 3.2 3.5 3.8 4.8.6-1.3 2.2-3.6 3.8-4.8 1.1-.8 3-1.5 3 .6 0 .4-.2 3.5-.4 4-.5 1.8-2.3 2.2-3.9 2 2.8.4 3.5 2 2 3.6-2.9 3-4.2-.7-4.5-1.7-.3 1-1.6 4.7-4.5 1.7-1.5-1.6-.8-3.2 2-3.6-1.6.2-3.4-.2-3.9-2-.2-.5-.4-3.6-.4-4 0-2.1 1.9-1.4 3-.6Z',
    oauth: {
      steps: 'You sign in on Bluesky and allow Tidings to post. You come back here afterwards.',
      handle: {
        label: 'Handle (optional)',
        hint: 'Leave it empty to choose the account on Bluesky.',
        placeholder: 'acme.bsky.social',
      },
    },
    secret: {
      steps: (
        <Steps>
          <li>
            On Bluesky, open{' '}
            <Out href="https://bsky.app/settings/app-passwords">
              Settings → Privacy and security → App passwords
            </Out>
            .
          </li>
          <li>Add an app password, named for example Tidings. It needs no access to direct messages.</li>
          <li>Paste it here. The password of the account itself is refused.</li>
        </Steps>
      ),
      handle: { label: 'Handle', placeholder: 'acme.bsky.social', required: true },
      instance: {
        label: 'Server (optional)',
        hint: 'Only where the handle does not lead to it.',
        placeholder: 'https://',
      },
    },
    register: null,
  },
  mastodon: {
    title: 'Mastodon',
    path: 'M14.1 5.6c0-3-2-3.9-2-3.9C11.1 1.2 9.4 1 8 1s-3.1.2-4.1.7c0 0-2 .9-2 3.9 0 3.5-.2 7.8 3.2 8.7 1.2.3 2.3.4 3.1.3 1.5-.1 2.4-.6 2.4-.6l-.1-1.1s-1.1.3-2.3.3c-1.2 0-2.4-.1-2.6-1.6v-.4s1.1.3 2.6.3c.9 0 1.7 0 2.6-.2 1.7-.2 3.1-1.2 3.3-2.2.2-1.5 0-3.5 0-3.5Zm-2.2 3.9h-1.4V6c0-.7-.3-1.1-.9-1.1-.7 0-1 .5-1 1.3v1.9H7.3V6.2c0-.9-.3-1.3-1-1.3-.6 0-.9.4-.9 1.1v3.5H4V5.9c0-.7.2-1.3.6-1.7.4-.4.8-.6 1.4-.6.7 0 1.2.3 1.5.8l.4.6.4-.6c.3-.5.8-.8 1.5-.8.6 0 1 .2 1.4.6.4.4.6 1 .6 1.7v3.6Z',
    oauth: {
      steps: 'You sign in on your server and allow Tidings to post. You come back here afterwards.',
      instance: MASTODON_SERVER,
    },
    secret: {
      steps: (
        <Steps>
          <li>On your server, open Preferences → Development → New application.</li>
          <li>
            Choose the scopes <Code>read:accounts</Code>, <Code>read:statuses</Code>,{' '}
            <Code>write:statuses</Code> and <Code>write:media</Code>, and submit.
          </li>
          <li>Open the application, copy “Your access token” and paste it here.</li>
        </Steps>
      ),
      instance: MASTODON_SERVER,
    },
    register: null,
  },
  x: {
    title: 'X',
    path: 'M12.2 1.7h2.1L9.7 7l5.5 7.3h-4.3L7.6 9.9l-3.9 4.4H1.6l5-5.7L1.3 1.7h4.4l3 4 3.5-4Zm-.7 11.3h1.2L5 2.9H3.7L11.5 13Z',
    oauth: {
      steps:
        'You sign in on X and allow Tidings to post. You come back here afterwards. X charges for each post; a monthly budget keeps the cost down.',
    },
    secret: {
      steps:
        'A refresh token of your X application, with the scopes that docs/social.md lists. X accepts it once.',
    },
    register: 'https://developer.x.com',
  },
  linkedin: {
    title: 'LinkedIn',
    path: 'M2.5 1.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1Zm1.1 5v6h1.9v-6H3.6Zm1-2.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Zm2.2 2.9v6h1.9V9.3c0-.8.3-1.5 1.2-1.5.8 0 1 .7 1 1.5v3.2h1.9V9c0-1.7-.7-2.7-2.3-2.7-.9 0-1.5.4-1.8.9v-.7H6.8Z',
    oauth: {
      steps:
        'You sign in on LinkedIn and allow Tidings to post. Access lasts 60 days; owners get a mail before it ends. To post for an organization, LinkedIn has to approve the application of this Tidings for community management, and you have to be an administrator of its page.',
      handle: LINKEDIN_ORGANIZATION,
    },
    secret: {
      steps: (
        <>
          An access token of your LinkedIn application: of a member with the scopes <Code>openid</Code>,{' '}
          <Code>profile</Code> and <Code>w_member_social</Code>, or of an organization that LinkedIn approved
          it for.
        </>
      ),
      handle: LINKEDIN_ORGANIZATION,
    },
    register: 'https://developer.linkedin.com',
  },
}
