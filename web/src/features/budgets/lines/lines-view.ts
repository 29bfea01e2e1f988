/** The filters and the open transaction of an account. */
export interface LinesView {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly category?: string | undefined;
  /** The ID of the open transaction. */
  readonly entry?: string | undefined;
}
