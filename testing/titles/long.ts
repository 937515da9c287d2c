import type { TitleCase } from './title.ts'

/** Titles above eighty characters: ended where a clause ends, and never so that the rest would change the meaning. */
export const long: TitleCase[] = [
  [
    'Show the price with tax in the cart so that customers in the EU see what they will pay before the checkout',
    'Show the price with tax in the cart',
  ],
  [
    'Keep the cart when a customer signs in, which used to empty it whenever the session had been started on another device',
    'Keep the cart when a customer signs in',
  ],
  [
    'Add a filter for archived projects and fix the sorting of project names that begin with a digit',
    'Add a filter for archived projects',
  ],
  [
    'Export invoices as one PDF file instead of a folder of images when more than one invoice has been selected',
    'Export invoices as one PDF file instead of a folder of images',
  ],
  [
    'Do not send the weekly summary to members who have left the workspace or who never accepted their invitation',
    'Do not send the weekly summary to members who have left the workspace or who…',
    'Do not send the weekly summary to members who have left the workspace…',
  ],
  [
    'Remove the option to sign in by text message from workspaces that already require a security key of their members',
    'Remove the option to sign in by text message from workspaces that already…',
  ],
  [
    'Allow viewers to comment on shared boards unless the owner has switched comments off for the whole workspace',
    'Allow viewers to comment on shared boards unless the owner has switched comments…',
    'Allow viewers to comment on shared boards unless the owner has switched…',
  ],
  [
    'Prevent the map from jumping back to the first marker whenever the list beside it is sorted by a different column',
    'Prevent the map from jumping back to the first marker',
    'Prevent the map from jumping back to the first marker whenever the list beside…',
    'Prevent the map from jumping back to the first marker whenever the list…',
  ],
  [
    'Add `--format` to `acme export` (one of `csv`, `json` and `xlsx`, where `csv` stays the default for older scripts)',
    'Add `--format` to `acme export`',
  ],
  [
    'Fix the total on invoices with several currencies. The old total added amounts without converting them first.',
    'Fix the total on invoices with several currencies',
  ],
]
