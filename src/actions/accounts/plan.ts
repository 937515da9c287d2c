import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { checkoutLink, portalLink } from '#accounts/payments/payments.ts'
import { action } from '../action.ts'

/** An action that returns a link to a page of the payment provider, which leads back to the dashboard. */
const linking = (summary: string, link: typeof checkoutLink) =>
  action({
    summary,
    role: 'owner',
    input: z.object({}),
    async run({ db, accountId, services }) {
      const account = await accountById(db.read, accountId)
      const page = `${services.baseUrl}/app/${account.publicId}/plan`
      return { url: await link(db.read, await services.payments(), account, page) }
    },
    print: ({ url }, { account }) => ({ json: { account_id: account.publicId, url }, text: `${url}\n` }),
  })

/** Actions on the plan of an account. */
export const plan = {
  checkout: linking('Print a link where an owner subscribes to the paid plan.', checkoutLink),
  portal: linking(
    'Print a link where an owner changes the payment method, sees invoices and cancels.',
    portalLink,
  ),
}
