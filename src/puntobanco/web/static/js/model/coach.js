/** The coach of a newcomer: a few short lines about the first three coups. */

import { canBet, canDealEver } from "./permissions.js";
import { ownMoney, ownSeat } from "./seats.js";

/** @import { Message } from "../words/catalogue.js" */
/** @import { Model, OpenModel } from "./model.js" */

/** @typedef {"wait" | "pick" | "bet_first" | "deal" | "points" | Surprise | "last"} Lesson */
/** Lessons about what happens in a coup for the first time. @typedef {"third" | "banker" | "commission" | "tie"} Surprise */
/**
 * @typedef {object} CoachMembers
 * @property {number | null} from  the first coup, or null before the guest sits
 * @property {Readonly<Partial<Record<Lesson, number>>>} told  the coup that gave each lesson
 */
/** @typedef {Readonly<CoachMembers>} Coach */

const COUPS = 3;

/**
 * Return the coach after a change of the model, or null once the goodbye is over. Only the lesson that
 * leads when a coup ends counts as told: the others lead when they happen again.
 * @type {(coach: Coach, model: OpenModel) => Coach | null}
 */
export const coachAfter = (coach, model) => {
  if (!isCoached(model)) return coach;
  const coup = coupOf(model);
  const from = coach.from ?? coup;
  const isDue = coach.told.last === undefined && !hasCoup(model);
  if (coup < from || coup >= from + COUPS + (isDue ? 1 : 0)) return null;
  const after = from === coach.from ? coach : { ...coach, from };
  const [lead] = isOver(model) ? lessonsOf(after, model) : [];
  if (!lead || coach.told[lead] !== undefined) return after;
  return { from, told: { ...coach.told, [lead]: coup } };
};

/**
 * Return what the coach says now, the most important first: what to do next or, from the deal until the
 * next bet, about the coup. The goodbye follows the third coup; if that coup has a lesson, the next bet.
 * @type {(coach: Coach, model: OpenModel) => Lesson[]}
 */
export const lessonsOf = (coach, model) => {
  if (!isCoached(model)) return [];
  const coup = coupOf(model);
  const left = (coach.from ?? coup) + COUPS - coup;
  if (!hasCoup(model)) {
    if (left <= 0) return ["last"];
    if (isPreparing(model)) return ["wait"];
    if (!ownSeat(model)?.staked) return ["pick"];
    return ["deal"];
  }
  const fresh = surprisesOf(model).filter((lesson) => (coach.told[lesson] ?? coup) === coup);
  return [...fresh, left === 1 && isOver(model) ? "last" : "points"];
};

/**
 * Return what the coach speaks now: nothing during a coup, and after it all that it has shown, in the
 * order of the coup.
 * @type {(coach: Coach, model: OpenModel) => Lesson[]}
 */
export const lessonsToHear = (coach, model) => {
  if (!canBet(model)) return [];
  const lessons = lessonsOf(coach, model);
  const about = lessons.filter((lesson) => lesson !== "last").reverse();
  return [...about, ...lessons.filter((lesson) => lesson === "last")];
};

/** Return whether a deal now would be one without the guest's bet. @param {Model} model */
export const lacksBet = (model) => isCoached(model) && canBet(model) && !ownMoney(model).staked;

/** @type {(lesson: Lesson, model: OpenModel) => Message[]} */
export const lessonMessages = (lesson, model) => {
  const bankers = model.board.player.length > 2 ? "coach.third.banker" : "coach.third.stood";
  const ids = {
    wait: ["page.coach.wait"],
    pick: ["page.coach.pick"],
    bet_first: ["page.coach.bet_first"],
    deal: [...(canDealEver(model) ? ["page.coach.deal"] : []), "coach.nine"],
    points: ["coach.points", "coach.digits"],
    third: ["coach.third"],
    banker: [bankers, "page.coach.tableau"],
    commission: ["coach.commission"],
    tie: ["coach.tie"],
    last: ["page.coach.last"],
  }[lesson];
  const facts = lesson === "commission" ? { pays: plainBanker(model.house)?.pays[0] } : {};
  return ids.map((id) => [id, facts]);
};

/** @param {Model} model */
const isCoached = (model) =>
  ownSeat(model) !== null && Boolean(model.house?.limits) && model.shoe.phase !== "closed";

/** Return whether the shoe or the guest's chips are still to come. @param {Model} model */
const isPreparing = ({ showing, shoe, isBuying }) =>
  showing === "shoe" || isBuying || shoe.phase !== "betting";

/** Return whether a coup is on the table: it is being dealt, or the guest has not bet since. @param {Model} model */
const hasCoup = ({ showing, board, last }) =>
  showing === "coup" || (last !== null && board.won !== null);

/** Return whether the coup on the table has been shown to its end. @param {Model} model */
const isOver = (model) => hasCoup(model) && model.showing !== "coup";

/** Return the number of the coup on the table, or of the next one. @param {Model} model */
const coupOf = (model) => (model.shoe.coups_dealt ?? 0) + (isOver(model) ? 0 : 1);

/** Return the lessons of the coup on the table so far, the latest first. @type {(model: OpenModel) => Surprise[]} */
const surprisesOf = (model) => {
  if (!hasCoup(model)) return [];
  const { player, banker, paid } = model.board;
  const isDrawn = player.length > 2 || banker.length > 2;
  const hasBankerActed = banker.length > 2 || (isDrawn && isOver(model));
  const isTaxed = paid.banker?.fate === "won" && plainBanker(model.house) !== undefined;
  const isTied = Object.values(paid).some(({ fate }) => fate === "stands");
  return [
    ...(isTied ? [/** @type {const} */ ("tie")] : []),
    ...(isTaxed ? [/** @type {const} */ ("commission")] : []),
    ...(hasBankerActed ? [/** @type {const} */ ("banker")] : []),
    ...(isDrawn ? [/** @type {const} */ ("third")] : []),
  ];
};

/** Return the Banker bet with commission, if the house has one. @param {OpenModel["house"]} house */
const plainBanker = ({ felt }) => felt.find(({ key }) => key === "banker");
