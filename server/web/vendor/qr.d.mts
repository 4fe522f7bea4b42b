/** As much of lean-qr's nano edition as the page uses. */

export interface Bitmap {
  readonly size: number;
  get(x: number, y: number): boolean;
}

export const correction: { readonly L: number; readonly M: number; readonly Q: number; readonly H: number };

export function generate(text: string, options?: { minCorrectionLevel?: number }): Bitmap;
