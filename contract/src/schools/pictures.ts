/* This file doesn't import zod because the browser uses it at run time. */

/** The pictures that a school can set. */
export const schoolPictureKinds = ['logo', 'favicon'] as const;
export type SchoolPictureKind = (typeof schoolPictureKinds)[number];
