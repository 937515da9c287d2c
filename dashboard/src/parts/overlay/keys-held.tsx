/** Stands for what takes the keyboard while that is still loaded: until then no key acts on the page. */
export const KeysHeld = () => <span data-takes-keys hidden />
