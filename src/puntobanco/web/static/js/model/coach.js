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
 * @property {Readonly<Partial<Record<Surprise, number>>>} told  the coup that gave each lesson
 */
/** @typedef {Readonly<CoachMembers>} Coach */

const COUPS = 3;

/**
 * Return the coach after a change of the model, or null once three coups are over and the guest goes on.
 * @type {(coach: Coach, model: OpenModel) => Coach | null}
 */
export const coachAfter = (coach, model) => {
  if (!isCoached(model)) return coach;
  const coup = coupOf(model);
  const from = coach.from ?? coup;
  if (coup < from || coup >= from + COUPS) return null;
  const new_ = surprisesOf(model).filter((lesson) => coach.told[lesson] === undefined);
  if (from === coach.from && !new_.length) return coach;
  return { from, told: { ...coach.told, ...Object.fromEntries(new_.map((each) => [each, coup])) } };
};

/**
 * Return what the coach says now, the most important first: what to do next or, from the deal until the
 * next bet, about the coup.
 * @type {(coach: Coach, model: OpenModel) => Lesson[]}
 */
export const lessonsOf = (coach, model) => {
  if (!isCoached(model)) return [];
  if (!hasCoup(model)) {
    if (isPreparing(model)) return ["wait"];
    if (!ownSeat(model)?.staked) return ["pick"];
    return ["deal"];
  }
  const coup = coupOf(model);
  const fresh = surprisesOf(model).filter((lesson) => (coach.told[lesson] ?? coup) === coup);
  const isLast = coach.from !== null && coup === coach.from + COUPS - 1 && !model.showing;
  return [...fresh, "points", ...(isLast ? [/** @type {const} */ ("last")] : [])];
};

/**
 * Return what the coach speaks now: nothing during a coup, and after it all that it has shown.
 * @type {(coach: Coach, model: OpenModel) => Lesson[]}
 */
export const lessonsToHear = (coach, model) => {
  if (!canBet(model)) return [];
  const lessons = lessonsOf(coach, model);
  return hasCoup(model) ? ["points", ...lessons.filter((lesson) => lesson !== "points")] : lessons;
};

/** Return whether a deal now would be one without the guest's bet. @param {Model} model */
export const lacksBet = (model) => isCoached(model) && canBet(model) && !ownMoney(model).staked;

/** @type {(lesson: Lesson, model: OpenModel) => Message[]} */
export const lessonMessages = (lesson, model) => {
  switch (lesson) {
    case "wait":
      return [["page.coach.wait", {}]];
    case "pick":
      return [["page.coach.pick", {}]];
    case "bet_first":
      return [["page.coach.bet_first", {}]];
    case "deal":
      return [
        ...(canDealEver(model) ? [/** @type {Message} */ (["page.coach.deal", {}])] : []),
        ["coach.nine", {}],
      ];
    case "points":
      return [
        ["coach.points", {}],
        ["coach.digits", {}],
      ];
    case "third":
      return [["coach.third", {}]];
    case "banker":
      return [
        ["coach.third.banker", {}],
        ["page.coach.tableau", {}],
      ];
    case "commission":
      return [["coach.commission", { pays: plainBanker(model.house)?.pays[0] }]];
    case "tie":
      return [["coach.tie", {}]];
    case "last":
      return [["page.coach.last", {}]];
  }
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

/** Return the number of the coup on the table, or of the next one. @param {Model} model */
const coupOf = (model) => {
  const isDealt = hasCoup(model) && model.showing !== "coup";
  return (model.shoe.coups_dealt ?? 0) + (isDealt ? 0 : 1);
};

/** Return the lessons that the coup on the table gives: a third card, a Banker win with commission, a tie. @type {(model: OpenModel) => Surprise[]} */
const surprisesOf = (model) => {
  const { player, banker, paid } = model.board;
  if (!hasCoup(model)) return [];
  const isDrawn = player.length > 2 || banker.length > 2;
  const isTaxed = paid.banker?.fate === "won" && plainBanker(model.house) !== undefined;
  const isTied = Object.values(paid).some(({ fate }) => fate === "stands");
  return [
    ...(isTied ? [/** @type {const} */ ("tie")] : []),
    ...(isDrawn ? /** @type {const} */ (["third", "banker"]) : []),
    ...(isTaxed ? [/** @type {const} */ ("commission")] : []),
  ];
};

/** Return the Banker bet with commission, if the house has one. @param {OpenModel["house"]} house */
const plainBanker = ({ felt }) => felt.find(({ key }) => key === "banker");
