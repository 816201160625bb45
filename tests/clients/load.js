/** Imports a package of this folder, which specs can't resolve. */
export const load = (name) => import(name)
