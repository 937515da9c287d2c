/** A placeholder for something that takes the keyboard and is still loading. Until then no key acts on the page. */
export const KeysHeld = () => <span data-takes-keys hidden />
