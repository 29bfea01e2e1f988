/**
 * Sizes and durations of the product text §9 that both sides and the tests use. This file doesn't import zod because the browser
 * uses it at run time.
 */

/** Minimum width of each breakpoint in CSS pixels. The `max` form of a breakpoint is the next minimum less 1. */
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
/** Shell settings of a school that has changed nothing: no top bar, and the slide-out menu only in a host's frame. */
export const shellAtFirst = { topBar: false, slideOut: 'framed' } as const;
/** Milliseconds between checks if the analytics script is ready. */
export const analyticsPollMs = 100;
/** Milliseconds between carousel slides. */
export const carouselMs = 5000;
/** Pixels that a finger moves before it counts as a swipe. */
export const swipePx = 40;
/** Width of the left bar in pixels. */
export const leftBarPx = 90;
/** Width of the slide-out menu in rem. */
export const menuRem = 22;

/** Badges shown before See More. */
export const badgesShown = 20;
/** Maximum groups shown. */
export const groupsShown = 4;
/** Maximum faces in a strip, and the number of people above which a count is shown next to it. */
export const facesShown = { most: 40, counterAbove: 4 } as const;
/** Default size of a profile picture in rem. */
export const avatarRem = 3;
/** Characters of bio above which Read More appears, and the lines shown before it. */
export const bioShown = { characters: 400, lines: 3 } as const;
/** The three sizes in pixels of a person's uploaded picture. Imported pictures have the middle size. */
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
/** Allowed tags of rich text: the server keeps them in bios and newsletters, the editor offers them, and pages show them. */
export const richTags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'] as const;
