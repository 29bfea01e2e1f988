/** Who acts. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'member';
      readonly userId: number;
      /** null: they act by a key of their own. */
      readonly sessionId: string | null;
      readonly isAdmin: boolean;
      /** Advises students: sees what their connections see. */
      readonly isAdviser: boolean;
    }
  /** Later work; `userId`: of the person who asked for it. */
  | { readonly kind: 'job'; readonly userId?: number | undefined }
  | { readonly kind: 'import' }
  /** A program of the school, by the name of its key. */
  | { readonly kind: 'key'; readonly keyId: number; readonly name: string };

export type Member = Extract<Actor, { kind: 'member' }>;

/** The person behind what happens, or null. */
export const actorId = ({ actor }: { readonly actor: Actor }): number | null =>
  actor.kind === 'member' || actor.kind === 'job' ? (actor.userId ?? null) : null;
