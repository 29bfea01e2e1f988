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
  /** A contact of an employer, who isn't a person of the school. Only calls with `access: 'employer'` have this actor. */
  | {
      readonly kind: 'employer';
      readonly contactId: number;
      readonly employerId: number;
      /** The employer's name. */
      readonly employer: string;
    }
  /** Background work. `userId` is the person who requested it. */
  | { readonly kind: 'job'; readonly userId?: number | undefined }
  | { readonly kind: 'import' }
  /** A program of the school, with the name of its API key. */
  | { readonly kind: 'key'; readonly keyId: number; readonly name: string };

export type Member = Extract<Actor, { kind: 'member' }>;
export type Employer = Extract<Actor, { kind: 'employer' }>;

/** An id that no person has: the viewer in queries when the reader is an employer. */
export const nobody = 0;

/** Returns the person behind an action, or null. */
export const actorId = ({ actor }: { readonly actor: Actor }): number | null =>
  actor.kind === 'member' || actor.kind === 'job' ? (actor.userId ?? null) : null;
