/** The author of an action. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'member';
      readonly userId: number;
      /** Null if they use a personal API key. */
      readonly sessionId: string | null;
      readonly isAdmin: boolean;
      /** True for advisors, who see what a student's connections see. */
      readonly isAdviser: boolean;
    }
  /** Background work. `userId` is the person who requested it. */
  | { readonly kind: 'job'; readonly userId?: number | undefined }
  | { readonly kind: 'import' }
  /** A program of the school, with the name of its API key. */
  | { readonly kind: 'key'; readonly keyId: number; readonly name: string };

export type Member = Extract<Actor, { kind: 'member' }>;

/** Returns the person behind an action, or null. */
export const actorId = ({ actor }: { readonly actor: Actor }): number | null =>
  actor.kind === 'member' || actor.kind === 'job' ? (actor.userId ?? null) : null;
