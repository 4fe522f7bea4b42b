/** The games that have a board of their own. Any other is shown plainly: seats, log and lists of options. */

export const BOARDS = ["machi_koro", "schweinebande", "santiago", "loyang", "bruges"];
