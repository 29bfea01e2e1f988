/**
 * Measures and times of the product text §9 that both sides and the checks name. No zod here:
 * the browser imports these at run time.
 */

/** Smallest width of each size, in CSS pixels; the `max` form of a size is the next one less 1. */
export const breakpoints = { xs: 0, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 } as const;
export type Breakpoint = keyof typeof breakpoints;

/** Milliseconds between adding an alert and its appearance. */
export const alertShowMs = 100;
/** Milliseconds an auto-closing alert stays. */
export const alertCloseMs = 3000;
/** Milliseconds an alert fades before it is removed. */
export const alertFadeMs = 250;
/** Milliseconds a toast stays unless hovered or focused. */
export const toastMs = 5000;
/** Milliseconds after a breakpoint change until all menus reset. */
export const resizeResetMs = 351;
/** Milliseconds a debounced input waits. */
export const debounceMs = 200;
/** The profile collapses below `xl`: milliseconds of wait, then of delay. */
export const profileCollapse = { waitMs: 360, delayMs: 500 } as const;
/** What of the shell a school has that has chosen nothing: no top bar, and the slide-out menu in a host's frame only. */
export const shellAtFirst = { topBar: false, slideOut: 'framed' } as const;
/** Milliseconds between looks whether the analytics script is ready. */
export const analyticsPollMs = 100;
/** Milliseconds between carousel slides. */
export const carouselMs = 5000;
/** Pixels a finger travels before a swipe counts. */
export const swipePx = 40;
/** Width of the left bar in pixels. */
export const leftBarPx = 90;
/** Width of the slide-out menu in rem. */
export const menuRem = 22;

/** Badges shown before See More. */
export const badgesShown = 20;
/** Groups shown at most. */
export const groupsShown = 4;
/** Faces shown at most in a strip, and the number of people above which a counter stands beside it. */
export const facesShown = { most: 40, counterAbove: 4 } as const;
/** Side of a profile picture in rem unless a place asks for another. */
export const avatarRem = 3;
/** Characters of bio above which Read More appears, and the lines shown before it. */
export const bioShown = { characters: 400, lines: 3 } as const;
/** Pixels of the three sizes an uploaded picture of a person is kept in. The middle one is the size of an imported picture. */
export const pictureSizes = {
  photo: {
    s: { width: 96, height: 96 },
    m: { width: 256, height: 256 },
    l: { width: 512, height: 512 },
  },
  cover: {
    s: { width: 600, height: 225 },
    m: { width: 1200, height: 450 },
    l: { width: 1800, height: 675 },
  },
} as const;
/** All rich text may hold: what the server keeps of a bio or a newsletter's paragraph, the editor offers and the page shows. */
export const richTags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'] as const;
