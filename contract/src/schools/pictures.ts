/* No zod here: the browser imports these at run time. */

/** The pictures that a school has of its own. */
export const schoolPictureKinds = ['logo', 'favicon'] as const;
export type SchoolPictureKind = (typeof schoolPictureKinds)[number];
